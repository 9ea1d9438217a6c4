import { getSource, listSources } from '@earmark/contract/sources.ts'
import { expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson } from '../../testing/people.ts'
import { makePodcast } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { makeUnreadSource } from '../../testing/unread-source.ts'

const server = await forAllTests(startTestServer())
const editor = await makePerson(server, 'Editor')
const made: number[] = []
for (let place = 0; place < 230; place += 1) {
  const podcastId = await makePodcast(server, { name: `Walks ${place}` })
  made.push(await makeUnreadSource(server, podcastId, `https://feeds.example/${place}`))
}

it('tells each source of a long list once, by id, as it is told singly', async () => {
  const sources = await server.call(listSources, {}, editor.headers)
  expect(sources.map(({ id }) => id)).toEqual(made)
  const [id, last] = [made.at(-1) as number, sources.at(-1)]
  expect(await server.call(getSource, { params: { id } }, editor.headers)).toEqual(last)
})
