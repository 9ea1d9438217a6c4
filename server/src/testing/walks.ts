/** The number of a model's walks: so many in the suite, MODEL_WALKS times as many in `npm run prove`. */
export const walks = (inSuite: number): number => inSuite * Number(process.env.MODEL_WALKS ?? 1)
