import { dashboardApp } from './dashboardApp';
import { integration } from './integration';
import { linear } from './linear';
import { meeting } from './meeting';
import { notion } from './notion';
import { shopify } from './shopify';
import { slack } from './slack';

/** The apps that are connected to an account. Keys are the values that n8n stores; the first is the node's default. */
export const resources = { linear, integration, dashboardApp, meeting, notion, shopify, slack };
