import { configure } from '@testing-library/react'

// A busy machine may render slowly; what never appears still fails its test.
configure({ asyncUtilTimeout: 10_000 })

// jsdom lays out and scrolls nothing, and draws no top layer.
Element.prototype.scrollIntoView = () => undefined
window.scrollTo = () => undefined
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

// jsdom has no navigation timing, so a page counts as newly opened, not as reached by Back.
performance.getEntriesByType = () => []
