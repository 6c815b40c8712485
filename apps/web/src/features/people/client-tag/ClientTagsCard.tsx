import type { Client } from '@attune/contract/features/people/client/client'
import { clientTagLength } from '@attune/contract/features/people/client-tag/client-tag.rules'
import { Text } from '@mantine/core'
import { IconLock, IconX } from '@tabler/icons-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Section } from '../../../ui/page/Section.tsx'
import classes from './ClientTag.module.css'
import { ClientTagChip } from './ClientTagChips.tsx'
import { ManageClientTagsButton } from './ManageClientTagsButton.tsx'
import { useTagClient } from './use-tag-client.ts'
import { useClientTags } from './use-client-tags.ts'

/** Edits the tags of one client. The therapist adds a tag by typing its name; an unknown name creates a new tag. */
export function ClientTagsCard({ client }: { client: Pick<Client, 'id' | 'tags'> }) {
  const { t } = useTranslation('clientTag')
  const known = useClientTags().data?.items ?? []
  const { addByName, remove, isPending } = useTagClient(client, known)
  const input = useRef<HTMLInputElement>(null)
  return (
    <Section
      title={t('title')}
      hint={
        <span className={classes.filter}>
          <IconLock size={14} aria-hidden /> {t('onlyYou')}
        </span>
      }
      action={known.length > 0 && <ManageClientTagsButton />}
    >
      <div className={`${classes.chips} ${classes.removable}`} aria-busy={isPending}>
        {client.tags.map((tag) => (
          <ClientTagChip key={tag.id} tag={tag}>
            <button
              type="button"
              className={classes.remove}
              aria-label={t('remove', { tag: tag.name })}
              onClick={() => {
                remove(tag.id)
                // Moves the focus to the input, because the remove button disappears together with its chip.
                input.current?.focus()
              }}
            >
              <IconX size={14} aria-hidden />
            </button>
          </ClientTagChip>
        ))}
        <NewTagInput
          ref={input}
          suggestions={known.filter(({ id }) => !client.tags.some((tag) => tag.id === id)).map(({ name }) => name)}
          onAdd={addByName}
        />
      </div>
      {client.tags.length === 0 && (
        <Text size="sm" c="dimmed" mt={8}>
          {t('empty')}
        </Text>
      )}
    </Section>
  )
}

type InputProps = { ref: React.Ref<HTMLInputElement>; suggestions: string[]; onAdd: (name: string) => void }

/** A field that adds a tag. Suggests the tags that the client does not have. Enter or a comma adds the typed name. */
function NewTagInput({ ref, suggestions, onAdd }: InputProps) {
  const { t } = useTranslation('clientTag')
  const [typed, setTyped] = useState('')
  const listId = useId()
  const add = (value: string) => {
    setTyped('')
    for (const name of value.split(',')) if (name.trim()) onAdd(name.trim())
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add(typed)
  }
  return (
    <>
      <input
        ref={ref}
        className={classes.input}
        aria-label={t('add')}
        placeholder={t('add')}
        list={listId}
        maxLength={clientTagLength}
        value={typed}
        onChange={({ currentTarget: { value } }) => (value.includes(',') ? add(value) : setTyped(value))}
        onKeyDown={onKeyDown}
      />
      <datalist id={listId}>
        {suggestions.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  )
}
