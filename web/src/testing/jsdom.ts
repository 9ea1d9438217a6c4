import { configure } from '@testing-library/react'

// On a busy machine a document may take its time; what never comes still fails its test.
configure({ asyncUtilTimeout: 10_000 })

// It lays out nothing.
Element.prototype.scrollIntoView = () => undefined

// It times nothing, so its pages are not told from those come back to.
performance.getEntriesByType = () => []
