import { connect } from 'node:net'
import { audioFile, coverFiles, textParts } from '@earmark/contract/record-forms.ts'
import Type from 'typebox'
import { beforeEach, describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import {
  encodeForm,
  fixture,
  type FormPart,
  formType,
  post,
  readAnswer,
  requestHead,
  startUploadServer,
} from '../../testing/upload-server.ts'
import { probeProcess } from '../probe/probe-process.ts'

/** How far files get of a form whose texts are wrong. */

const steps = { received: 0, probed: 0, kept: 0 }
const audio: FormPart = { name: 'Audio', fileName: 'a.mp3', content: await fixture('tone.mp3') }
const target = await forAllTests(
  startUploadServer({
    form: Type.Object({ ...textParts, ...coverFiles, ...audioFile }),
    reading: {
      ...probeProcess,
      forUpload: (gone) => {
        const reading = probeProcess.forUpload(gone)
        return {
          ...reading,
          probeAudio: (...file) => {
            steps.probed += 1
            return reading.probeAudio(...file)
          },
        }
      },
    },
    deps: async ({ storage }) => ({
      storage: {
        ...storage,
        receive: async (...source) => {
          steps.received += 1
          const file = await storage.receive(...source)
          const keep: typeof file.keep = (type) => {
            steps.kept += 1
            return file.keep(type)
          }
          return { ...file, keep }
        },
      },
    }),
  }),
)
beforeEach(() => void Object.assign(steps, { received: 0, probed: 0, kept: 0 }))

const name = (content: string): FormPart => ({ name: 'Name', content })
const description = (content: string): FormPart => ({ name: 'Description', content })
const required = { code: 'NameRequired', field: 'name' }
const invalid = (field: string) => ({ code: 'InvalidBody', field })

describe('of a form that is refused for its texts', () => {
  it.each([
    ['a blank name', [name(' \u200b\r\n')], [required]],
    ['a name that is too long', [name('x'.repeat(501))], [invalid('name')]],
    ['two wrong texts', [description('\u0007'), name('')], [required, invalid('description')]],
  ])('no file is received behind %s', async (_what, texts, errors) => {
    const answer = await post(target.port, encodeForm([...texts, audio]))
    expect(answer.body).toMatchObject(errors)
    expect(answer.body).toHaveLength(errors.length)
    expect(steps).toEqual({ received: 0, probed: 0, kept: 0 })
  })

  it.each([
    ['before a blank name', [audio, name(' ')], [required]],
    ['without a name', [audio], [required]],
    ['before a wrong text', [name('x'), audio, description('\0')], [invalid('description')]],
  ])('a file %s is neither probed nor kept', async (_what, parts, errors) => {
    const answer = await post(target.port, encodeForm(parts))
    expect(answer.body).toMatchObject(errors)
    expect(steps).toEqual({ received: 1, probed: 0, kept: 0 })
    expect(await target.listFiles()).toEqual([])
  })

  it('the bytes of a file are not waited for', async () => {
    const socket = connect(target.port, '127.0.0.1')
    socket.write(requestHead({ 'content-type': formType, 'content-length': '3000000000' }))
    const form = encodeForm([name(' '), audio])
    socket.write(form.subarray(0, form.length - 100))
    const answer = await readAnswer(socket)
    expect(answer).toMatchObject({ status: 400, codes: ['NameRequired'], headers: { connection: 'close' } })
  })
})

it.each([
  ['before', [name('x'), audio]],
  ['behind', [audio, name('x')]],
])('texts may stand %s the file of a form that is right', async (_where, parts) => {
  expect((await post(target.port, encodeForm(parts))).status).toBe(200)
  expect(steps).toEqual({ received: 1, probed: 1, kept: 1 })
})
