import { resource } from '../../../shared/vocabulary';
import { createIssue } from './createIssue';
import { disconnect } from './disconnect';
import { getLinkedIssues } from './getLinkedIssues';
import { getTeamEntities } from './getTeamEntities';
import { getTeams } from './getTeams';
import { linkIssue } from './linkIssue';
import { searchIssues } from './searchIssues';
import { unlinkIssue } from './unlinkIssue';

export const linear = resource('Linear', {
	getLinkedIssues,
	createIssue,
	linkIssue,
	unlinkIssue,
	searchIssues,
	getTeams,
	getTeamEntities,
	disconnect,
});
