import { choosing, confirming, picking, saving, testActions } from '../../../testing/back-office-actions.tsx'
/** The specification's texts, letter for letter, on the screens that say them. */

testActions([
  {
    on: 'newBook',
    act: saving('Name', 'Salt'),
    call: 'POST /audio-books',
    failed: 'Audio Book create failed',
    done: 'Audio Book created',
    leadsTo: 'book',
  },
  {
    on: 'book',
    act: saving('Name', 'Salt'),
    call: 'PUT /audio-books/1',
    failed: 'Audio Book update failed',
    done: 'Audio Book updated',
  },
  {
    on: 'book',
    act: choosing('Delete', 'Delete Audio Book', 'Are you sure Salt?'),
    call: 'DELETE /audio-books/1',
    failed: 'Audio Book delete failed',
    done: 'Audio Book deleted',
    leadsTo: 'index',
  },
  {
    on: 'book',
    act: picking('Add Reader', /^Gull/),
    call: 'POST /audio-books/1/readers/5',
    failed: 'Add Reader failed',
  },
  {
    on: 'book',
    act: confirming('Remove Inés', 'Remove Audio Book Reader', 'Are you sure Inés?'),
    call: 'DELETE /audio-books/1/readers/3',
    failed: 'Remove Reader failed',
  },
])
