/** Why the program cannot start: one sentence for whoever starts it, with the setting and the remedy. */
export class StartError extends Error {}
