/** A start or command cannot go on; the message is one sentence with setting and remedy. */
export class StartError extends Error {}
