/** The public module of the external calendars for other features. */
export { openQuestionRows } from './questions/questions.ts'
