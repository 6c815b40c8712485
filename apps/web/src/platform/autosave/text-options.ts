import type { SavedValueOptions } from './saved-value.ts'
import type { AutosaveOptions } from './autosave-types.ts'

/** Returns the autosave options of a text. A text that was not chosen in a conflict is set aside, unless it is empty. */
export function textOptions({ format, maximum, onSaved, ...rest }: AutosaveOptions): SavedValueOptions<string> {
  const plain = format?.plain ?? ((text: string) => text)
  return {
    ...rest,
    ...(format && { continues: format.continues, merge: format.merge }),
    field: 'text',
    isSendable: (text) => plain(text).length <= maximum,
    isWorthKeeping: (text) => plain(text).trim() !== '',
    ...(onSaved && { onSaved: ({ value, version, updatedAt }) => onSaved({ text: value, version, updatedAt }) }),
  }
}
