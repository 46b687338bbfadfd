/** The figures that are also available by interval and by record. */
export const METRICS = {
	conversations_count: 'Conversations',
	incoming_messages_count: 'Incoming Messages',
	outgoing_messages_count: 'Outgoing Messages',
	resolutions_count: 'Resolutions',
	avg_first_response_time: 'Average First Response Time',
	avg_resolution_time: 'Average Resolution Time',
	reply_time: 'Average Reply Time',
	bot_resolutions_count: 'Bot Resolutions',
	bot_handoffs_count: 'Bot Handoffs',
};
