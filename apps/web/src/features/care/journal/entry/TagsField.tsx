import { textLengths } from '@attune/contract/common/text/lengths'
import { maxJournalTags } from '@attune/contract/features/care/journal/journal.rules'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import classes from './entry.module.css'

type Props = { tags: readonly string[]; onTags: (tags: string[]) => void }

/** Edits the tags of an entry. Enter or a comma adds the typed tag. */
export function TagsField({ tags, onTags }: Props) {
  const { t } = useTranslation('journal')
  const listId = useId()
  return (
    <div className={classes.field} role="group" aria-label={t('tags.label')}>
      <span className={classes.fieldName}>{t('tags.label')}</span>
      <div className={classes.tags}>
        {tags.map((tag) => (
          <span key={tag} className={classes.tagged}>
            {tag}
            <button
              type="button"
              className={classes.untag}
              aria-label={t('tags.remove', { tag })}
              onClick={() => onTags(tags.filter((one) => one !== tag))}
            >
              <IconX size={14} aria-hidden />
            </button>
          </span>
        ))}
        {tags.length < maxJournalTags && <TagInput tags={tags} onTags={onTags} listId={listId} />}
        <KnownTags id={listId} except={tags} />
      </div>
    </div>
  )
}

/** The field for a new tag. Backspace in the empty field removes the last tag of the entry. */
function TagInput({ tags, onTags, listId }: Props & { listId: string }) {
  const { t } = useTranslation('journal')
  const [typed, setTyped] = useState('')
  const add = (text: string) => {
    const fresh = text
      .split(',')
      .map((tag) => tag.trim().toLowerCase().slice(0, textLengths.tag))
      .filter((tag, at, all) => tag && !tags.includes(tag) && all.indexOf(tag) === at)
    setTyped('')
    if (fresh.length > 0) onTags([...tags, ...fresh].slice(0, maxJournalTags))
  }
  return (
    <input
      className={classes.tagInput}
      aria-label={t('tags.add')}
      placeholder={t('tags.add')}
      list={listId}
      maxLength={textLengths.tag}
      value={typed}
      onChange={(event) => {
        const { value } = event.currentTarget
        if (value.includes(',')) add(value)
        else setTyped(value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
          event.preventDefault()
          add(typed)
        } else if (event.key === 'Backspace' && typed === '') onTags(tags.slice(0, -1))
      }}
      onBlur={() => typed.trim() && add(typed)}
    />
  )
}

/** Renders the suggestions for the tag field: the tags of other entries. */
function KnownTags({ id, except }: { id: string; except: readonly string[] }) {
  const known = useQuery(orpc.journal.tags.queryOptions({ input: {} })).data?.items ?? []
  return (
    <datalist id={id}>
      {known
        .filter((one) => !except.includes(one.tag))
        .slice(0, 30)
        .map((one) => (
          <option key={one.tag}>{one.tag}</option>
        ))}
    </datalist>
  )
}
