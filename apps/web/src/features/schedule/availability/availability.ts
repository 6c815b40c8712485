export { BookButton } from './BookButton.tsx'
