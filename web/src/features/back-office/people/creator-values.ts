import type { Creator } from '@earmark/contract/creators.ts'
import { creatorMessages } from '../messages.ts'

/** A creator as its form has it: texts, empty where nothing is known. */
export interface CreatorValues {
  nickname: string
  name: string
  surname: string
}

export function creatorValues(creator: Creator | undefined): CreatorValues {
  return {
    nickname: creator?.nickname ?? '',
    name: creator?.name ?? '',
    surname: creator?.surname ?? '',
  }
}

/** What a form's values say to the server: without the blanks around them, nothing for what is empty. */
export function creatorBody({ nickname, name, surname }: CreatorValues) {
  return { nickname: nickname.trim(), name: name.trim() || null, surname: surname.trim() || null }
}

export function checkNickname(nickname: string): string | undefined {
  return nickname.trim() === '' ? creatorMessages.nicknameRequired : undefined
}
