/** @throws when `work` has not settled in time; it goes on all the same */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds)
  })
  return await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
