import { maxCredits } from '@earmark/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { pictureFile } from '../../testing/forms.ts'
import { makePerson } from '../../testing/people.ts'
import { creatorIdsIn, recordEdits, recordIn, type ShownRecord } from '../../testing/record-edits.ts'
import { makeCreator } from '../../testing/records.ts'
import { startTestServer, type TestForm } from '../../testing/server.ts'

/** What holds of every record that is written by a form with files. */

const server = await forAllTests(startTestServer())
const edits = await recordEdits(server, await makePerson(server, 'Editor'))
const [red, blue] = [await pictureFile('#a00'), await pictureFile('#00a')]

async function mediaCount(): Promise<number> {
  return (await server.deps.db.connection.selectFrom('media').select('id').execute()).length
}

describe.each(edits)(
  '$kind',
  ({ path, create, replace, replaceCredits, remove, read, change, givenRole }) => {
    const make = async (form: TestForm = {}): Promise<ShownRecord> =>
      recordIn(await create({ Name: 'Kept', ...form }))
    const readId = async (id: number) => recordIn(await read(id))

    it('is answered at its creation as it is read afterwards, and where', async () => {
      const answer = await create({ Name: ' Tideland ', Description: 'one\r\n\r\ntwo', CoverImage: red })
      const record = recordIn(answer)
      expect(answer.status).toBe(201)
      expect(answer.headers['location']).toBe(`/api${path}/${record.id}`)
      expect(record).toMatchObject({ name: 'Tideland', description: 'one\n\ntwo' })
      for (const url of [record.coverImageUrl, record.coverImagePreviewUrl])
        expect((await server.app.inject({ method: 'HEAD', url: url as string })).statusCode).toBe(200)
      expect(await readId(record.id)).toEqual(record)
    })

    it.each<[TestForm, string, string]>([
      [{ Name: undefined }, 'NameRequired', 'name'],
      [{ Name: ' ' }, 'NameRequired', 'name'],
      [{ Name: 'a\tb' }, 'InvalidBody', 'name'],
      [{ Name: 'x'.repeat(501) }, 'InvalidBody', 'name'],
      [{ Description: 'a\u0007b' }, 'InvalidBody', 'description'],
      [{ CoverImageUrl: '/media/x.webp' }, 'UnknownMedia', 'coverImageUrl'],
      [{ CoverImagePreviewUrl: 'x' }, 'UnknownMedia', 'coverImagePreviewUrl'],
    ])('is refused as %j, and nothing is stored', async (form, code, field) => {
      const before = await mediaCount()
      const answer = await create({ Name: 'x', ...form, CoverImage: red })
      expect(answer).toMatchObject({ status: 400, errors: [{ code, field }] })
      expect(await mediaCount()).toBe(before)
    })

    it('keeps line breaks and tabs of its description, and has none of blanks', async () => {
      expect((await make({ Description: 'a\n\tb' })).description).toBe('a\n\tb')
      expect((await make({ Description: ' \r\n ' })).description).toBeNull()
    })

    it('is replaced: kept files stay, absent fields are cleared', async () => {
      const { id, coverImageUrl, coverImagePreviewUrl } = await make({ Description: 'd', CoverImage: red })
      const answer = await replace(id, { Name: 'New', CoverImageUrl: coverImageUrl })
      expect(answer.status).toBe(200)
      const expected = { id, name: 'New', description: null, coverImageUrl, coverImagePreviewUrl }
      expect(recordIn(answer)).toMatchObject(expected)
      expect(await readId(id)).toEqual(recordIn(answer))
    })

    it.each<[TestForm, string, string]>([
      [{ Id: undefined }, 'IdMismatch', 'id'],
      [{ Id: 4711 }, 'IdMismatch', 'id'],
      [{ Name: ' ' }, 'NameRequired', 'name'],
      [{ CoverImageUrl: 'https://elsewhere.example/x.webp' }, 'UnknownMedia', 'coverImageUrl'],
    ])('is not changed by %j', async (form, code, field) => {
      const made = await make({ CoverImage: red })
      const before = await mediaCount()
      const answer = await replace(made.id, { CoverImage: blue, ...form })
      expect(answer).toMatchObject({ status: 400, errors: [{ code, field }] })
      expect(await readId(made.id)).toEqual(made)
      expect(await mediaCount()).toBe(before)
    })

    it('that another editor has saved meanwhile is not saved over', async () => {
      const { id, updatedAt } = await make()
      const first = recordIn(await replace(id, { Name: 'First', UpdatedAt: updatedAt }))
      const before = await mediaCount()
      const second = await replace(id, { Name: 'Second', UpdatedAt: updatedAt, CoverImage: red })
      expect(second).toMatchObject({ status: 409, codes: ['StaleRecord'] })
      expect(await readId(id)).toEqual(first)
      expect(await mediaCount()).toBe(before)
      // The server's clock stands still meanwhile.
      expect(Date.parse(first.updatedAt)).toBe(Date.parse(updatedAt) + 1)
      expect((await replace(id, { UpdatedAt: first.updatedAt })).status).toBe(200)
    })

    it('saved by many at the same time is saved once', async () => {
      const { id, updatedAt: UpdatedAt } = await make()
      const saves = Array.from({ length: 6 }, (_, place) => replace(id, { Name: `n${place}`, UpdatedAt }))
      const statuses = (await Promise.all(saves)).map(({ status }) => status)
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409])
    })

    it('is deleted once, with its files, and leaves its id to no other', async () => {
      const before = await mediaCount()
      const { id, coverImageUrl } = await make({ CoverImage: red, CoverImagePreview: blue })
      expect((await remove(id)).status).toBe(204)
      for (const gone of [await remove(id), await read(id)])
        expect(gone).toMatchObject({ status: 404, codes: ['NotFound'] })
      expect((await server.app.inject(coverImageUrl as string)).statusCode).toBe(404)
      expect(await mediaCount()).toBe(before)
      expect((await make()).id).toBeGreaterThan(id)
    })

    it('has creators added at the end and removed, each as often as one likes', async () => {
      const { id, updatedAt } = await make()
      const one = await makeCreator(server, { nickname: 'a' })
      const two = await makeCreator(server, { nickname: 'b' })
      for (const creator of [two, one, two])
        expect((await change('addCreator', id, creator)).status).toBe(204)
      expect(creatorIdsIn(await read(id))).toEqual([two, one])
      for (const creator of [one, one]) expect((await change('removeCreator', id, creator)).status).toBe(204)
      expect(creatorIdsIn(await read(id))).toEqual([two])
      // Two added and one removed; what had no effect changed nothing.
      expect(Date.parse((await readId(id)).updatedAt)).toBe(Date.parse(updatedAt) + 3)
    })

    it('has no more creators than its list of credits takes', async () => {
      const { id, updatedAt: baseUpdatedAt } = await make()
      const creatorId = await makeCreator(server, { nickname: 'a' })
      const credits = Array.from({ length: maxCredits }, (_, place) => ({
        creatorId,
        role: 'Composer',
        as: `part ${place}`,
      }))
      const full = recordIn(await replaceCredits(id, { credits, baseUpdatedAt }))
      expect(await change('addCreator', id, creatorId)).toMatchObject({ status: 400, codes: ['InvalidBody'] })
      expect(await readId(id)).toEqual(full)
    })

    it('has its credits replaced as a whole, in their order, equal ones once', async () => {
      const { id, updatedAt: baseUpdatedAt } = await make()
      const [one, two] = [
        await makeCreator(server, { nickname: 'a' }),
        await makeCreator(server, { nickname: 'b' }),
      ]
      const credits = [
        { creatorId: two, role: 'Author' },
        { creatorId: one, role: 'Reader', as: ' the Keeper ' },
        { creatorId: one, role: 'Guest' },
        { creatorId: one, role: 'Reader', as: '' },
        { creatorId: one, role: 'Reader', as: 'the Keeper' },
        { creatorId: two, role: 'Author', as: null },
      ]
      const answer = await replaceCredits(id, { credits, baseUpdatedAt })
      expect(answer.status).toBe(200)
      const shown = recordIn(answer).credits.map(({ creator, role, as }) => [creator.id, role, as])
      expect(shown).toEqual([
        [two, 'Author', null],
        [one, 'Reader', 'the Keeper'],
        [one, 'Guest', null],
        [one, 'Reader', null],
      ])
      expect(creatorIdsIn(answer)).toEqual([one])
      expect(Date.parse(recordIn(answer).updatedAt)).toBe(Date.parse(baseUpdatedAt) + 1)
      expect(await readId(id)).toEqual(recordIn(answer))

      // Readers and voicers have another role already, and lose all of these.
      expect((await change('addCreator', id, one)).status).toBe(204)
      expect(await readId(id)).toEqual(recordIn(answer))
      await change('removeCreator', id, one)
      await change('removeCreator', id, two)
      expect(creatorIdsIn(await read(id))).toEqual([])
      expect((await readId(id)).credits[0]).toMatchObject({ role: 'Author' })
    })

    it('gives an added creator the role of its kind', async () => {
      const { id } = await make()
      await change('addCreator', id, await makeCreator(server, { nickname: 'a' }))
      expect((await readId(id)).credits).toMatchObject([{ role: givenRole, as: null }])
    })

    it('keeps the credits of the first of two editors', async () => {
      const { id, updatedAt: baseUpdatedAt } = await make()
      const creatorId = await makeCreator(server, { nickname: 'a' })
      const lists = ['Author', 'Editor'].map((role) => ({ credits: [{ creatorId, role }], baseUpdatedAt }))
      const answers = await Promise.all(lists.map((body) => replaceCredits(id, body)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
      expect(answers.flatMap(({ codes }) => codes)).toEqual(['StaleRecord'])
      expect((await readId(id)).credits).toHaveLength(1)
      const stale = await replace(id, { UpdatedAt: baseUpdatedAt })
      expect(stale).toMatchObject({ status: 409, codes: ['StaleRecord'] })
    })

    it.each<[object, number, string]>([
      [{ credits: [{ creatorId: 4711, role: 'Author' }] }, 404, 'UnknownItem credits'],
      [{ credits: [{ creatorId: 1, role: 'Admin' }] }, 400, 'InvalidBody credits'],
      [{ credits: [{ creatorId: 1, role: 'Reader', as: 'x'.repeat(201) }] }, 400, 'InvalidBody credits'],
      [{ credits: [{ creatorId: 1, role: 'Reader', as: 'a\nb' }] }, 400, 'InvalidBody credits'],
      [
        { credits: Array.from({ length: 301 }, () => ({ creatorId: 1, role: 'Reader' })) },
        400,
        'InvalidBody credits',
      ],
      [{ credits: [], baseUpdatedAt: 'now' }, 400, 'InvalidBody baseUpdatedAt'],
      [{ credits: [], baseUpdatedAt: undefined }, 400, 'InvalidBody baseUpdatedAt'],
      [{}, 400, 'InvalidBody credits'],
    ])('refuses the credits %j', async (body, status, refusal) => {
      const { id, updatedAt: baseUpdatedAt } = await make()
      const answer = await replaceCredits(id, { baseUpdatedAt, ...body })
      expect(answer.status).toBe(status)
      expect(answer.errors.map(({ code, field }) => `${code} ${field}`)).toEqual([refusal])
      expect((await readId(id)).updatedAt).toBe(baseUpdatedAt)
    })

    it('that is not there has no credits to replace', async () => {
      const body = { credits: [], baseUpdatedAt: '2026-01-01T00:00:00Z' }
      expect(await replaceCredits(4711, body)).toMatchObject({ status: 404, codes: ['NotFound'] })
    })

    it('has creators added and removed at the same time', async () => {
      const { id } = await make()
      const nicknames = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon']
      const ids = await Promise.all(nicknames.map((nickname) => makeCreator(server, { nickname })))
      const adds = await Promise.all([...ids, ...ids].map((creator) => change('addCreator', id, creator)))
      expect(adds.every(({ status }) => status === 204)).toBe(true)
      expect(creatorIdsIn(await read(id)).toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b))
      const changes = await Promise.all(
        ids.map((creator, place) => change(place % 2 === 0 ? 'removeCreator' : 'addCreator', id, creator)),
      )
      expect(changes.every(({ status }) => status === 204)).toBe(true)
      const left = ids.filter((_id, place) => place % 2 === 1)
      expect(new Set(creatorIdsIn(await read(id)))).toEqual(new Set(left))
    })

    describe('whose preview the server has made of its cover', () => {
      /** Undefined when the address of the preview is refused. */
      async function save({ id }: ShownRecord, form: TestForm): Promise<ShownRecord | undefined> {
        const answer = await replace(id, form)
        if (answer.status === 200) return recordIn(answer)
        expect(answer.errors).toMatchObject([{ code: 'UnknownMedia', field: 'coverImagePreviewUrl' }])
        return undefined
      }
      const previewOf = (record: ShownRecord | undefined) => ({
        CoverImagePreviewUrl: record?.coverImagePreviewUrl ?? '',
      })

      it('takes that preview’s address of the form that has replaced it, however often that is saved', async () => {
        const made = await make({ CoverImage: red })
        const form = { CoverImage: blue, ...previewOf(made) }
        const addresses = [made.coverImagePreviewUrl]
        for (let time = 1; time <= 3; time += 1)
          addresses.push((await save(made, form))?.coverImagePreviewUrl ?? '')
        expect(new Set(addresses).size).toBe(4)
        const { coverImageUrl = '' } = (await save(made, form)) ?? {}
        const without = await save(made, { ...previewOf(made), CoverImageUrl: coverImageUrl })
        expect(addresses).not.toContain(without?.coverImagePreviewUrl)
        for (let time = 1; time <= 2; time += 1) expect(await save(made, previewOf(made))).toBeDefined()
      })

      it('refuses that address after the next preview has been replaced, too', async () => {
        const made = await make({ CoverImage: red })
        const first = await save(made, { CoverImage: blue, ...previewOf(made) })
        await save(made, { CoverImage: red, ...previewOf(first) })
        expect(await save(made, { CoverImage: red, ...previewOf(made) })).toBeUndefined()
      })

      it('refuses that address once an editor has chosen a preview, and a chosen one that is gone', async () => {
        const made = await make({ CoverImage: red })
        const chosen = await save(made, { CoverImage: blue, CoverImagePreview: red })
        expect(await save(made, { CoverImage: red, ...previewOf(made) })).toBeUndefined()
        await save(made, { CoverImage: red })
        expect(await save(made, { CoverImage: red, ...previewOf(chosen) })).toBeUndefined()
      })

      it('refuses the addresses of other records', async () => {
        const [made, other] = [await make({ CoverImage: red }), await make({ CoverImage: red })]
        await save(other, { CoverImage: blue })
        for (const foreign of [other, await make({ CoverImage: red })])
          expect(await save(made, { CoverImage: blue, ...previewOf(foreign) })).toBeUndefined()
      })
    })
  },
)
