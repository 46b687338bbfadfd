import { rmSync } from 'node:fs';
import { packPackage, tarball } from './install';

// Anew, before the steps of `npm test` that read what was built, or install it side by side.
rmSync(tarball, { force: true });
void packPackage();
