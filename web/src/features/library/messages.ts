/** Apart from the rest: this one is in every page's header. */
export const myLibrary = 'My Library'
