import { resource } from '../../../shared/vocabulary';
import { get } from './get';
import { getLink } from './getLink';
import { rate } from './rate';

export const csatSurvey = resource('CSAT Survey', { rate, get, getLink });
