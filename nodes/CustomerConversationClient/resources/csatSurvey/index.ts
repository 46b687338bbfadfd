import { resource } from '../../../shared/operation';
import { get } from './get';
import { getLink } from './getLink';
import { rate } from './rate';

export const csatSurvey = resource('CSAT Survey', { rate, get, getLink });
