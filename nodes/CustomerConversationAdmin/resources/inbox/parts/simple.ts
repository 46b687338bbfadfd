import { INBOX, type Shape } from '../../../../shared/vocabulary';

/** One inbox by itself: an e-mail inbox shows administrators its layout. */
export const ONE_INBOX: Shape = { ...INBOX, branded_email_layout: 'branded_email_layout?' };
