import { createContext } from 'react'

/** The title that the page shows above its sections. A section with the same title does not repeat it. */
export const PageTitleContext = createContext<string | null>(null)
