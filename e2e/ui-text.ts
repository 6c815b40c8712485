import type { Language } from '@attune/contract/common/text/text.schemas'
import { translate } from '../apps/server/src/platform/text/translations.ts'

export { inOrder, uiText, uiTextIn, uiTextPattern } from '../apps/web/src/testing/ui-text.ts'

type PathsOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Key : `${Key}.${PathsOf<Texts[Key]>}`
}[keyof Texts & string]
type ServerTextKey = PathsOf<typeof import('../apps/server/src/locales/en.json')>

/** Returns a text that the server writes, such as that of an email, by its key in the server's language files. */
export const serverText = (key: ServerTextKey, values: Record<string, string> = {}, language: Language = 'en') =>
  translate(language, key, values)
