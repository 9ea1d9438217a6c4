import { audioBookSortFields } from '@earmark/contract/audio-books.ts'
import { errorStatuses } from '@earmark/contract/error-codes.ts'
import { describe, expect, it } from 'vitest'
import {
  type OpenApiDocument,
  operationsOf,
  type PlacedOperation,
  readDocument,
  type Response,
  schemaChecker,
  schemaOf,
} from '../../testing/api-document.ts'
import {
  makeAudioBook,
  makeCreator,
  makeEpisode,
  makePodcast,
  storeCover,
  makeCollection,
  makeSeries,
} from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const calls = [
  ['login', 'post', '/api/auth/login'],
  ['refresh', 'post', '/api/auth/refresh'],
  ['logout', 'post', '/api/auth/logout'],
  ['revoke', 'post', '/api/auth/revoke'],
  ['register', 'post', '/api/auth/register'],
  ['confirmEmail', 'post', '/api/auth/confirm-email'],
  ['resendConfirmEmail', 'post', '/api/auth/resend-confirm-email'],
  ['forgotPassword', 'post', '/api/auth/forgot-password'],
  ['resetPassword', 'post', '/api/auth/reset-password'],
  ['confirmChangeEmail', 'post', '/api/auth/confirm-change-email'],
  ['changeEmail', 'post', '/api/auth/change-email'],
  ['changePassword', 'post', '/api/auth/change-password'],
  ['deleteAccount', 'post', '/api/auth/delete-account'],
  ['getProfile', 'get', '/api/users/profiles/me'],
  ['updateProfile', 'put', '/api/users/profiles/me'],
  ['listUsers', 'get', '/api/users'],
  ['createUser', 'post', '/api/users'],
  ['pageUsers', 'get', '/api/users/paged'],
  ['getUser', 'get', '/api/users/{id}'],
  ['updateUser', 'put', '/api/users/{id}'],
  ['deleteUser', 'delete', '/api/users/{id}'],
  ['createInvitation', 'post', '/api/invitations'],
  ['listCreators', 'get', '/api/creators'],
  ['createCreator', 'post', '/api/creators'],
  ['pageCreators', 'get', '/api/creators/paged'],
  ['getCreator', 'get', '/api/creators/{id}'],
  ['updateCreator', 'put', '/api/creators/{id}'],
  ['deleteCreator', 'delete', '/api/creators/{id}'],
  ['mergeCreator', 'post', '/api/creators/{id}/merge'],
  ['listAudioBooks', 'get', '/api/audio-books'],
  ['createAudioBook', 'post', '/api/audio-books'],
  ['pageAudioBooks', 'get', '/api/audio-books/paged'],
  ['getAudioBookFacets', 'get', '/api/audio-books/facets'],
  ['getAudioBook', 'get', '/api/audio-books/{id}'],
  ['updateAudioBook', 'put', '/api/audio-books/{id}'],
  ['deleteAudioBook', 'delete', '/api/audio-books/{id}'],
  ['replaceAudioBookCredits', 'put', '/api/audio-books/{id}/credits'],
  ['addAudioBookReader', 'post', '/api/audio-books/{id}/readers/{readerId}'],
  ['removeAudioBookReader', 'delete', '/api/audio-books/{id}/readers/{readerId}'],
  ['listPodcasts', 'get', '/api/podcasts'],
  ['createPodcast', 'post', '/api/podcasts'],
  ['pagePodcasts', 'get', '/api/podcasts/paged'],
  ['getPodcastFacets', 'get', '/api/podcasts/facets'],
  ['getPodcast', 'get', '/api/podcasts/{id}'],
  ['updatePodcast', 'put', '/api/podcasts/{id}'],
  ['deletePodcast', 'delete', '/api/podcasts/{id}'],
  ['getEpisode', 'get', '/api/podcasts/{id}/episodes/{episodeId}'],
  ['updateEpisode', 'put', '/api/podcasts/{id}/episodes/{episodeId}'],
  ['deleteEpisode', 'delete', '/api/podcasts/{id}/episodes/{episodeId}'],
  ['getEpisodeOverview', 'get', '/api/podcasts/{id}/episodes/{episodeId}/overview'],
  ['getPodcastOverview', 'get', '/api/podcasts/{id}/overview'],
  ['pageEpisodes', 'get', '/api/podcasts/{id}/episodes/paged'],
  ['listEpisodeIds', 'get', '/api/podcasts/{id}/episodes/ids'],
  ['replacePodcastCredits', 'put', '/api/podcasts/{id}/credits'],
  ['addPodcastVoicer', 'post', '/api/podcasts/{id}/voicers/{creatorId}'],
  ['removePodcastVoicer', 'delete', '/api/podcasts/{id}/voicers/{creatorId}'],
  ['createEpisode', 'post', '/api/podcasts/{id}/episodes'],
  ['replaceEpisodeCredits', 'put', '/api/podcasts/{id}/episodes/{episodeId}/credits'],
  ['addEpisodeVoicer', 'post', '/api/podcasts/{id}/episodes/{episodeId}/voicers/{creatorId}'],
  ['removeEpisodeVoicer', 'delete', '/api/podcasts/{id}/episodes/{episodeId}/voicers/{creatorId}'],
  ['getAudioBookChapters', 'get', '/api/audio-books/{id}/chapters'],
  ['replaceAudioBookChapters', 'put', '/api/audio-books/{id}/chapters'],
  ['getEpisodeChapters', 'get', '/api/podcasts/{id}/episodes/{episodeId}/chapters'],
  ['replaceEpisodeChapters', 'put', '/api/podcasts/{id}/episodes/{episodeId}/chapters'],
  ['getEditedAudioBookChapters', 'get', '/api/edit/audio-books/{id}/chapters'],
  ['getEditedEpisodeChapters', 'get', '/api/edit/podcasts/{id}/episodes/{episodeId}/chapters'],
  ['proposeAudioBookChapters', 'post', '/api/audio-books/{id}/chapters/proposals'],
  ['proposeEpisodeChapters', 'post', '/api/podcasts/{id}/episodes/{episodeId}/chapters/proposals'],
  ['getAudioBookFields', 'get', '/api/audio-books/{id}/fields'],
  ['releaseAudioBookField', 'delete', '/api/audio-books/{id}/fields/{field}'],
  ['listWorks', 'get', '/api/creators/{id}/works'],
  ['pageWorkEpisodes', 'get', '/api/creators/{id}/episodes'],
  ['listSeries', 'get', '/api/series'],
  ['createSeries', 'post', '/api/series'],
  ['pageSeries', 'get', '/api/series/paged'],
  ['getSeries', 'get', '/api/series/{id}'],
  ['updateSeries', 'put', '/api/series/{id}'],
  ['deleteSeries', 'delete', '/api/series/{id}'],
  ['listCollections', 'get', '/api/collections'],
  ['createCollection', 'post', '/api/collections'],
  ['getCollection', 'get', '/api/collections/{id}'],
  ['updateCollection', 'put', '/api/collections/{id}'],
  ['deleteCollection', 'delete', '/api/collections/{id}'],
  ['listEditedCollections', 'get', '/api/edit/collections'],
  ['getEditedCollection', 'get', '/api/edit/collections/{id}'],
  ['replaceCollectionItems', 'put', '/api/collections/{id}/items'],
  ['searchAll', 'get', '/api/search'],
  ['listSuggestions', 'get', '/api/search/suggestions'],
  ['listGenres', 'get', '/api/genres'],
  ['renameGenre', 'put', '/api/genres/{name}'],
  ['deleteGenre', 'delete', '/api/genres/{name}'],
  ['publishAudioBook', 'post', '/api/audio-books/{id}/publish'],
  ['unpublishAudioBook', 'post', '/api/audio-books/{id}/unpublish'],
  ['publishPodcast', 'post', '/api/podcasts/{id}/publish'],
  ['unpublishPodcast', 'post', '/api/podcasts/{id}/unpublish'],
  ['publishEpisode', 'post', '/api/podcasts/{id}/episodes/{episodeId}/publish'],
  ['unpublishEpisode', 'post', '/api/podcasts/{id}/episodes/{episodeId}/unpublish'],
  ['listEditedAudioBooks', 'get', '/api/edit/audio-books'],
  ['pageEditedAudioBooks', 'get', '/api/edit/audio-books/paged'],
  ['countEditedAudioBooks', 'get', '/api/edit/audio-books/counts'],
  ['getEditedAudioBook', 'get', '/api/edit/audio-books/{id}'],
  ['listEditedPodcasts', 'get', '/api/edit/podcasts'],
  ['pageEditedPodcasts', 'get', '/api/edit/podcasts/paged'],
  ['countEditedPodcasts', 'get', '/api/edit/podcasts/counts'],
  ['getEditedPodcast', 'get', '/api/edit/podcasts/{id}'],
  ['getEditedPodcastOverview', 'get', '/api/edit/podcasts/{id}/overview'],
  ['listEditedEpisodes', 'get', '/api/edit/podcasts/{id}/episodes'],
  ['pageEditedEpisodes', 'get', '/api/edit/podcasts/{id}/episodes/paged'],
  ['countEditedEpisodes', 'get', '/api/edit/podcasts/{id}/episodes/counts'],
  ['getEditedEpisode', 'get', '/api/edit/podcasts/{id}/episodes/{episodeId}'],
  ['getEditedEpisodeOverview', 'get', '/api/edit/podcasts/{id}/episodes/{episodeId}/overview'],
  ['editInBulk', 'post', '/api/edit/bulk'],
  ['listImportFolders', 'get', '/api/import-folders'],
  ['pageImports', 'get', '/api/imports'],
  ['startImport', 'post', '/api/imports'],
  ['getImport', 'get', '/api/imports/{id}'],
  ['deleteImport', 'delete', '/api/imports/{id}'],
  ['pageImportBooks', 'get', '/api/imports/{id}/books'],
  ['applyImport', 'post', '/api/imports/{id}/apply'],
  ['cancelImport', 'post', '/api/imports/{id}/cancel'],
  ['changeImportBook', 'put', '/api/imports/{id}/books/{bookId}'],
  ['splitImportBook', 'post', '/api/imports/{id}/books/split'],
  ['mergeImportBooks', 'post', '/api/imports/{id}/books/merge'],
  ['listSources', 'get', '/api/sources'],
  ['addSource', 'post', '/api/sources'],
  ['pageSources', 'get', '/api/sources/paged'],
  ['getSource', 'get', '/api/sources/{id}'],
  ['updateSource', 'put', '/api/sources/{id}'],
  ['deleteSource', 'delete', '/api/sources/{id}'],
  ['checkSource', 'post', '/api/sources/{id}/check'],
  ['getPodcastFeed', 'get', '/api/podcasts/{id}/feed'],
  ['replacePodcastFeed', 'put', '/api/podcasts/{id}/feed'],
  ['getAudioBookFeed', 'get', '/api/audio-books/{id}/feed'],
  ['replaceAudioBookFeed', 'put', '/api/audio-books/{id}/feed'],
  ['listFeedTokens', 'get', '/api/feed-tokens/me'],
  ['addFeedToken', 'post', '/api/feed-tokens/me'],
  ['removeFeedToken', 'delete', '/api/feed-tokens/me/{id}'],
  ['listLibrary', 'get', '/api/libraries/me'],
  ['addToLibrary', 'post', '/api/libraries/me'],
  ['emptyLibrary', 'delete', '/api/libraries/me'],
  ['addAllToLibrary', 'post', '/api/libraries/me/list'],
  ['removeAllFromLibrary', 'delete', '/api/libraries/me/list'],
  ['removeFromLibrary', 'delete', '/api/libraries/me/{entryId}'],
  ['listFollows', 'get', '/api/follows/me'],
  ['followPodcast', 'put', '/api/follows/me/podcasts/{id}'],
  ['unfollowPodcast', 'delete', '/api/follows/me/podcasts/{id}'],
  ['pageBookmarks', 'get', '/api/bookmarks/me'],
  ['addBookmark', 'post', '/api/bookmarks/me'],
  ['exportBookmarks', 'get', '/api/bookmarks/me/export'],
  ['changeBookmark', 'put', '/api/bookmarks/me/{id}'],
  ['removeBookmark', 'delete', '/api/bookmarks/me/{id}'],
  ['listShelves', 'get', '/api/shelves/me'],
  ['pagePositions', 'get', '/api/positions/me'],
  ['listProgress', 'get', '/api/positions/me/progress'],
  ['getAudioBookPosition', 'get', '/api/positions/me/audio-books/{id}'],
  ['saveAudioBookPosition', 'put', '/api/positions/me/audio-books/{id}'],
  ['forgetAudioBookPosition', 'delete', '/api/positions/me/audio-books/{id}'],
  ['listAudioBookPositions', 'get', '/api/positions/me/audio-books/{id}/history'],
  ['getEpisodePosition', 'get', '/api/positions/me/episodes/{id}'],
  ['saveEpisodePosition', 'put', '/api/positions/me/episodes/{id}'],
  ['forgetEpisodePosition', 'delete', '/api/positions/me/episodes/{id}'],
  ['listEpisodePositions', 'get', '/api/positions/me/episodes/{id}/history'],
  ['finishPositions', 'post', '/api/positions/me/finish'],
  ['unfinishPositions', 'post', '/api/positions/me/unfinish'],
  ['getQueue', 'get', '/api/queues/me'],
  ['saveQueue', 'put', '/api/queues/me'],
  ['importSources', 'post', '/api/sources/imports'],
  ['getSourceImport', 'get', '/api/sources/imports/{id}'],
  ['exportFollows', 'get', '/api/follows/me.opml'],
  ['listDevices', 'get', '/api/devices/me'],
  ['addDevice', 'post', '/api/devices/me'],
  ['getDevice', 'get', '/api/devices/me/{id}'],
  ['removeDevice', 'delete', '/api/devices/me/{id}'],
  ['listPlaceOffers', 'get', '/api/place-offers/me'],
  ['removePlaceOffer', 'delete', '/api/place-offers/me/{id}'],
  ['getConnection', 'get', '/api/connect/{token}'],
  ['answerConnection', 'post', '/api/connect/{token}'],
  ['createUpload', 'post', '/api/uploads'],
  ['listUploads', 'get', '/api/uploads'],
  ['getUploadOffset', 'head', '/api/uploads/{id}'],
  ['continueUpload', 'patch', '/api/uploads/{id}'],
  ['removeUpload', 'delete', '/api/uploads/{id}'],
] as const

const server = await forAllTests(startTestServer())
const document = await readDocument(server.app)

function operationOf(from: OpenApiDocument, operationId: string): PlacedOperation {
  const found = operationsOf(from).find((operation) => operation.operationId === operationId)
  if (!found) throw new Error(`There is no operation ${operationId}.`)
  return found
}

describe('the OpenAPI document', () => {
  it('is of version 3.1 and describes the calls of the contract, nothing else', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({ title: 'Earmark', version: expect.any(String) })
    expect(
      operationsOf(document).map(({ operationId, method, path }) => [operationId, method, path]),
    ).toEqual(calls)
  })

  it.each(calls)('gives %s what OpenAPI asks of an operation', (operationId) => {
    const { path, summary, tags, parameters = [], responses } = operationOf(document, operationId)
    expect(summary).toMatch(/\w/)
    expect(tags).toHaveLength(1)
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    expect(inPath.every(({ required }) => required)).toBe(true)
    for (const parameter of parameters) {
      expect(parameter).toMatchObject({
        name: expect.any(String),
        in: expect.stringMatching(/^(path|query)$/),
        schema: expect.any(Object),
      })
    }
    expect(responses['200'] ?? responses['201'] ?? responses['202'] ?? responses['204']).toMatchObject({
      description: expect.any(String),
    })
    expect(responses['default']).toEqual({ $ref: '#/components/responses/Failure' })
  })

  it.each([
    ['getAudioBook', { 404: ['NotFound'] }],
    ['pageAudioBooks', { 400: ['InvalidQuery'], 429: ['TooManyRequests'] }],
    [
      'deleteUser',
      {
        401: ['Unauthorized'],
        403: ['Forbidden', 'InvalidXsrfToken'],
        404: ['NotFound'],
        409: ['LastAdmin'],
      },
    ],
    [
      'createCreator',
      {
        400: ['InvalidBody', 'UnexpectedFile', 'BrokenMedia', 'NicknameRequired', 'UnknownMedia'],
        413: ['PayloadTooLarge', 'FileTooLarge'],
      },
    ],
    [
      'createEpisode',
      {
        409: ['DuplicateNumber'],
        413: ['PayloadTooLarge', 'FileTooLarge'],
        422: ['UnreadableMedia'],
        507: ['InsufficientStorage'],
      },
    ],
  ])('tells the failures of %s by their statuses, and names them for people', (operationId, failures) => {
    const { responses, description } = operationOf(document, operationId)
    for (const [status, codes] of Object.entries(failures)) {
      expect(schemaOf(responses[status] as Response)).toMatchObject({
        items: { properties: { code: { enum: codes } } },
      })
      for (const code of codes) expect(description).toContain(`\`${code}\``)
    }
  })

  it('tells no failure under another status than its own', () => {
    for (const { responses } of operationsOf(document)) {
      for (const [status, response] of Object.entries(responses)) {
        const codes = valuesNamed(
          valuesNamed(response, 'code'),
          'enum',
        ).flat() as (keyof typeof errorStatuses)[]
        // Those that answers have within are codes of warnings.
        const failures = codes.filter((code) => Number(status) >= 400 && code in errorStatuses)
        expect(failures.filter((code) => errorStatuses[code] !== Number(status))).toEqual([])
      }
    }
  })

  it('says that public reads, a library, follows, shelves and imports may be answered without a body, and no other', () => {
    const imports = ['listImportFolders', 'pageImports', 'getImport', 'pageImportBooks']
    const tagged = ['listLibrary', 'listFollows', 'listShelves', ...imports]
    for (const { method, operationId, security, responses } of operationsOf(document)) {
      const isTagged = (method === 'get' && !security) || tagged.includes(operationId)
      expect('304' in responses).toBe(isTagged)
    }
  })

  it('describes the parts of a form, files among them', () => {
    const { requestBody } = operationOf(document, 'updateEpisode')
    expect(requestBody?.content['multipart/form-data']).toMatchObject({
      schema: {
        properties: { Audio: { type: 'string', format: 'binary' } },
        required: ['Id', 'Number', 'Name'],
      },
    })
  })

  it.each([
    ['logout', false],
    ['publishEpisode', false],
    ['followPodcast', false],
    ['login', true],
    ['updateEpisode', true],
  ])('says whether a body has to be there: %s', (operationId, required) => {
    expect(operationOf(document, operationId).requestBody).toMatchObject({ required })
  })

  it('describes both bodies of a call that takes JSON or a form', () => {
    const { requestBody } = operationOf(document, 'updateCreator')
    expect(requestBody?.content).toMatchObject({
      'application/json': { schema: { required: ['id', 'nickname'] } },
      'multipart/form-data': {
        schema: { properties: { Image: { format: 'binary' } }, required: ['Id', 'Nickname'] },
      },
    })
  })

  it('refers only to what it has', () => {
    const references = valuesNamed(document, '$ref') as string[]
    expect(references).toContain('#/components/responses/Failure')
    expect(references.filter((reference) => resolve(reference) === undefined)).toEqual([])
  })

  it('has schemas in the schema language of OpenAPI 3.1', () => {
    const schemas = new Map(
      valuesNamed(document, 'schema').map((schema) => [JSON.stringify(schema), schema as object]),
    )
    expect(schemas.size).toBeGreaterThan(20)
    const checker = schemaChecker()
    for (const schema of schemas.values()) expect(() => checker.compile(schema)).not.toThrow()
  })

  it('lets a request leave out what has a default, while an answer shows the whole query', () => {
    for (const operationId of ['pageAudioBooks', 'pagePodcasts', 'pageCreators']) {
      const operation = operationOf(document, operationId)
      const names = ['pageNumber', 'pageSize', 'sortBy', 'sortOrder', 'search']
      const parameters = operation.parameters ?? []
      expect(parameters.some(({ required }) => required)).toBe(false)
      expect(parameters.slice(0, names.length).map(({ name }) => name)).toEqual(names)
      for (const parameter of parameters.slice(0, names.length)) {
        expect(parameter.schema).toHaveProperty('default')
      }
      expect(operation.responses['200']).toMatchObject({
        content: {
          'application/json': {
            schema: {
              required: ['items', 'totalCount', 'pagedQuery'],
              properties: { pagedQuery: { required: names } },
            },
          },
        },
      })
    }
  })

  it.each([
    [{ PUBLIC_URL: 'https://audio.example' }, '/api', 'https://audio.example', '/api/audio-books'],
    [{ API_ROOT: 'https://api.example/v1' }, '/v1', 'https://api.example/v1', '/audio-books'],
  ])('with %o is about the server that people reach', async (environment, apiRoot, url, path) => {
    await using other = await startTestServer({ environment })
    const { servers, paths } = await readDocument(other.app, apiRoot)
    expect(servers).toEqual([{ url }])
    expect(Object.keys(paths)).toContain(path)
  })
})

describe('an answer', () => {
  it('is what the document says, for every operation', async () => {
    const cover = await storeCover(server, '#246')
    const reader = await makeCreator(server, { nickname: 'Ada', surname: 'Byron' })
    const series = await makeSeries(server, 'Waves')
    const bookIds = [
      await makeAudioBook(server, { name: 'Bare' }),
      await makeAudioBook(server, {
        ...cover,
        name: 'Full',
        description: 'Whole',
        readerIds: [reader],
        genres: ['Sea'],
        series: [{ id: series, sequence: '1' }],
      }),
    ]
    const podcastId = await makePodcast(server, { ...cover, name: 'Talks', voicerIds: [reader] })
    await makePodcast(server, { name: 'Bare' })
    const episodeId = await makeEpisode(server, podcastId, { number: 0, name: 'One', voicerIds: [reader] })
    const items = [{ audioBookId: bookIds[1] }, { podcastId }]
    const ids: Record<string, number[]> = {
      getCreator: [reader],
      listWorks: [reader],
      pageWorkEpisodes: [reader],
      getAudioBook: bookIds,
      getAudioBookChapters: bookIds,
      getSeries: [series],
      getCollection: [await makeCollection(server, 'Shelf', items)],
      getPodcast: [podcastId, podcastId + 1],
      getEpisode: [podcastId],
      getEpisodeChapters: [podcastId],
      getEpisodeOverview: [podcastId],
      getPodcastOverview: [podcastId, podcastId + 1],
      pageEpisodes: [podcastId, podcastId + 1],
      listEpisodeIds: [podcastId],
    }

    const differing: unknown[] = []
    const publicReads = operationsOf(document).filter(({ method, security }) => method === 'get' && !security)
    for (const { operationId, path, responses } of publicReads) {
      const matches = schemaChecker().compile(schemaOf(responses['200'] as Response))
      for (const id of ids[operationId] ?? [0]) {
        const search = path.startsWith('/api/search') ? '?search=Bare' : ''
        const url = path.replace('{id}', String(id)).replace('{episodeId}', String(episodeId)) + search
        const response = await server.app.inject(url)
        expect(response.statusCode).toBe(200)
        expect(response.json()).not.toEqual([])
        if (!matches(response.json())) differing.push({ url, errors: matches.errors })
      }
    }
    expect(differing).toEqual([])
  })

  it.each([
    ['/api/audio-books/999999', 404],
    ['/api/audio-books/paged?pageSize=0', 400],
    ['/api/nowhere', 404],
  ])('of %s is the failure that the document describes', async (url, status) => {
    const response = await server.app.inject(url)
    expect(response.statusCode).toBe(status)
    const matches = schemaChecker().compile(schemaOf(document.components.responses['Failure'] as Response))
    matches(response.json())
    expect(matches.errors).toBeNull()
  })

  it.each([
    ['search=a%00b', 'search contains characters that are not allowed.'],
    ['sortBy=size', `sortBy is not one of ${[...audioBookSortFields, 'relevance'].join(', ')}.`],
    ['sortOrder=up', 'sortOrder is not one of asc, desc.'],
    ['pageSize=0', 'pageSize is less than 1.'],
    ['pageSize=101', 'pageSize is more than 100.'],
    ['pageNumber=x', 'pageNumber is not a whole number.'],
  ])('to %s says what is wrong in a sentence', async (query, description) => {
    const { status, errors } = await server.refusal(`/audio-books/paged?${query}`)
    expect(status).toBe(400)
    expect(errors).toEqual([{ code: 'InvalidQuery', description, field: query.split('=')[0] }])
  })
})

describe('the page to browse it', () => {
  it.each(['/api/docs', '/api/docs/', '/api/docs?tab=1'])('at %s finds all its files', async (url) => {
    const page = await server.app.inject(url)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link as string)
    expect(links.length).toBeGreaterThan(3)
    for (const link of links) {
      const { pathname } = new URL(link, `http://localhost${url}`)
      const { statusCode } = await server.app.inject(pathname)
      expect({ pathname, statusCode }).toEqual({ pathname, statusCode: 200 })
    }
  })

  it.each(['%00', '..%2fpackage.json', '%2e%2e/package.json', 'none.js'])('has no file %s', async (file) => {
    const { status } = await server.refusal(`/docs/static/${file}`)
    expect(status).toBe(404)
  })

  it('finds them below an API root of another name', async () => {
    await using other = await startTestServer({ environment: { API_ROOT: 'https://api.example/v1' } })
    const page = await other.app.inject('/v1/docs')
    expect(page.body).toContain('"/v1/docs/static/swagger-ui.css"')
  })

  it('runs only its own scripts, over http as well', async () => {
    const { headers } = await server.app.inject('/api/docs')
    const policy = headers['content-security-policy'] as string
    expect(policy).toContain("default-src 'none'; script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('upgrade-insecure-requests')
  })
})

/** Everything that stands under this name, however deep. */
function valuesNamed(part: unknown, wanted: string): unknown[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) => [
    ...(name === wanted ? [value] : []),
    ...valuesNamed(value, wanted),
  ])
}

function resolve(reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document)
}
