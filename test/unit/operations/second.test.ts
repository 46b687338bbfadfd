import { playEveryOther } from '../../support/plays';

playEveryOther(1);
