import { packPackage } from './install';

// Once, before the steps of `npm test` that install it side by side.
void packPackage();
