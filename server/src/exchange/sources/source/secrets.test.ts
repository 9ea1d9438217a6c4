import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { credentialsFor, openSecret, sealSecret } from './secrets.ts'

const key = randomBytes(32)
const secret = sealSecret(key, 'mara:a:b')

describe('the password of a source', () => {
  test.each([
    ['https://feeds.example/f', 'https://feeds.example/1.mp3', true],
    ['http://feeds.example/f', 'http://feeds.example/1.mp3', true],
    ['http://feeds.example/f', 'https://feeds.example/1.mp3', true],
    ['http://feeds.example:8080/f', 'http://feeds.example:8080/1.mp3', true],
    ['https://feeds.example/f', 'http://feeds.example/1.mp3', false],
    ['https://feeds.example/f', 'https://sounds.feeds.example/1.mp3', false],
    ['https://feeds.example/f', 'https://feeds.example:8443/1.mp3', false],
    ['https://feeds.example:8443/f', 'http://feeds.example:8443/1.mp3', false],
    ['https://feeds.example/f', 'https://feeds.example.evil.example/1.mp3', false],
  ])('of %s is sent to %s: %s', (url, asked, isSent) => {
    const expected = isSent ? { credentials: { user: 'mara', password: 'a:b' } } : {}
    expect(credentialsFor(key, asked, { url, secret })).toEqual(expected)
  })

  test('is lost under another key', () => {
    expect(openSecret(randomBytes(32), secret)).toBeNull()
    expect(
      credentialsFor(randomBytes(32), 'https://feeds.example/', { url: 'https://feeds.example/', secret }),
    ).toEqual({})
  })
})
