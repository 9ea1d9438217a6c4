/** Fetches code once there is a connection for it. A failure with a connection is one: the server knows it no more. */
export function whenOnline<Module>(fetchCode: () => Promise<Module>): Promise<Module> {
  return fetchCode().catch((error: unknown) => {
    if (navigator.onLine) throw error
    return new Promise((go) => addEventListener('online', go, { once: true })).then(() =>
      whenOnline(fetchCode),
    )
  })
}
