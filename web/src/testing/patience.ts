/** On a busy machine a document may take its time; what never comes still fails its test. */
import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 5000 })
