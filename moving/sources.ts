import { http } from './http';
import { fromPackage, type Source } from './nodes';
import { packages } from './packages';
import { webhook } from './webhook/source';

/** Everything that is converted. The first source that has a node converts it. */
export const sources: Source[] = [...packages.map(fromPackage), http, webhook];
