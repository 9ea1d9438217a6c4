import { configure } from '@testing-library/react'

// On a busy machine a document may take its time; what never comes still fails its test.
configure({ asyncUtilTimeout: 10_000 })

// It times nothing, so its pages are not told from those come back to.
performance.getEntriesByType = () => []
