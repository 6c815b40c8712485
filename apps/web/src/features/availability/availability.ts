/** The door of this room: the way to book, for other rooms. */
export { BookButton } from './BookButton.tsx'
