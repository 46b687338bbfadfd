import { resource } from '../../../shared/vocabulary';
import { disconnect } from './disconnect';
import { getOrders } from './getOrders';

export const shopify = resource('Shopify', { getOrders, disconnect });
