/** The public module of the external calendars for other features. */
export { listOpenQuestionRows } from './questions/questions.ts'
