import { styleText } from 'node:util'
import type { Config } from '../config/config.ts'
import type { FirstAdmin } from '../people/users/first-admin.service.ts'

export function welcome({ publicUrl, dataDir }: Config, firstAdmin: FirstAdmin | null): string {
  const lines = [
    `${styleText('green', '●')} ${styleText('bold', `Earmark is ready at ${publicUrl}`)}`,
    ...(firstAdmin ? introduce(firstAdmin).split('\n') : ['']),
    styleText('dim', `The library is in ${dataDir}. Ctrl-C stops the server.`),
  ]
  return `\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n`
}

export function introduce({ email, generatedPassword, file }: FirstAdmin): string {
  const secret =
    generatedPassword === null
      ? ['  password  as ADMIN_PASSWORD says']
      : [`  password  ${generatedPassword}`, `  (also in ${file})`]
  return ['', 'The administrator of this library:', `  address   ${email}`, ...secret, ''].join('\n')
}
