/** Public module of the feature `availability`. */
export { BookButton } from './BookButton.tsx'
