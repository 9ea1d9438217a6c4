import { choosing, saving, testActions } from '../../../testing/back-office-actions.tsx'
import { ida } from '../../../testing/back-office-answers.ts'
import { press, type } from '../../../testing/the-app.tsx'
/** The specification's texts, letter for letter, on the screens that say them. */

const userId = ida.id
const forgot = 'Start forgot password process?'

async function newUser() {
  await type('Email', 'ida@example.org')
  await type('Name', 'Ida')
  await press('Save')
}
testActions([
  {
    on: 'newCreator',
    act: saving('Nickname', 'Inés'),
    call: 'POST /creators',
    failed: 'Creator create failed',
    done: 'Creator created',
    leadsTo: 'creator',
  },
  {
    on: 'creator',
    act: saving('Nickname', 'Inés'),
    call: 'PUT /creators/3',
    failed: 'Creator update failed',
    done: 'Creator updated',
  },
  {
    on: 'creator',
    act: choosing('Delete', 'Delete Creator', 'Are you sure Inés?'),
    call: 'DELETE /creators/3',
    failed: 'Creator delete failed',
    done: 'Creator deleted',
    leadsTo: 'index',
  },
  {
    on: 'newUser',
    act: newUser,
    call: 'POST /users',
    failed: 'User create failed',
    done: 'User created',
    leadsTo: 'user',
  },
  {
    on: 'user',
    act: saving('Name', 'Ida'),
    call: `PUT /users/${userId}`,
    failed: 'User update failed',
    done: 'User updated',
  },
  {
    on: 'user',
    act: choosing('Delete', 'Delete User', 'Are you sure Ida?'),
    call: `DELETE /users/${userId}`,
    failed: 'User delete failed',
    done: 'User deleted',
    leadsTo: 'index',
  },
  {
    on: 'user',
    act: choosing('Forgot password', 'Forgot password', forgot),
    call: 'POST /auth/forgot-password',
    failed: 'User forgot password failed',
    done: 'User forgot password started',
  },
])
