import { confirming, testActions } from '../../../testing/back-office-actions.tsx'
import { ida } from '../../../testing/back-office-answers.ts'
/** The specification's texts, letter for letter, on the screens that say them. */

const userId = ida.id
const forgot = 'Start forgot password process?'

testActions([
  {
    on: 'index',
    act: confirming('Delete Salt', 'Delete Audio Book', 'Are you sure Salt?'),
    call: 'DELETE /audio-books/1',
    failed: 'Audio Book delete failed',
    done: 'Audio Book deleted',
  },
  {
    on: 'index',
    act: confirming('Delete Signals', 'Delete Podcast', 'Are you sure Signals?'),
    call: 'DELETE /podcasts/2',
    failed: 'Podcast delete failed',
    done: 'Podcast deleted',
  },
  {
    on: 'index',
    act: confirming('Delete Inés', 'Delete Creator', 'Are you sure Inés?'),
    call: 'DELETE /creators/3',
    failed: 'Creator delete failed',
    done: 'Creator deleted',
  },
  {
    on: 'index',
    act: confirming('Delete ida@example.org', 'Delete User', 'Are you sure ida@example.org?'),
    call: `DELETE /users/${userId}`,
    failed: 'User delete failed',
    done: 'User deleted',
  },
  {
    on: 'index',
    act: confirming('Forgot password of ida@example.org', 'Forgot password', forgot),
    call: 'POST /auth/forgot-password',
    failed: 'User forgot password failed',
    done: 'User forgot password started',
  },
])
