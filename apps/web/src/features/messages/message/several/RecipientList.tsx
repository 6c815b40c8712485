import type { ClientTagId } from '@attune/contract/common/ids'
import { foldForSearch } from '@attune/contract/common/text/text'
import type { MessageRecipient } from '@attune/contract/features/messages/message/message'
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Several } from './WriteToSeveralDialog.tsx'
import classes from './write-to-several.module.css'
import { SearchField } from '../../../../ui/input/SearchField.tsx'

const idsOf = (recipients: readonly MessageRecipient[]) => recipients.map(({ clientId }) => clientId)

/** The clients to choose from: the result of a search, all active clients, or all with a tag. */
export function RecipientList({ several: { recipients, chosen, ids, choose } }: { several: Several }) {
  const { t } = useTranslation('message')
  const [search, setSearch] = useState('')
  const shown = recipients.filter(({ name }) => foldForSearch(name).includes(foldForSearch(search.trim())))
  const active = recipients.filter(({ readOnly }) => readOnly === null)
  return (
    <fieldset className={classes.recipients}>
      <legend>{t('several.recipients', { count: chosen.length })}</legend>
      <div className={classes.choices}>
        <Button variant="default" size="compact-sm" onClick={() => choose(idsOf(active), true)}>
          {t('several.all', { count: active.length })}
        </Button>
        <TagSelect recipients={recipients} onChoose={(tagged) => choose(idsOf(tagged), true)} />
        {chosen.length > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => choose(Object.keys(ids), false)}>
            {t('several.clear')}
          </Button>
        )}
      </div>
      <SearchField label={t('several.find')} value={search} onChange={setSearch} />
      <div className={classes.list}>
        {shown.map(({ clientId, name, readOnly }) => (
          <Checkbox
            key={clientId}
            label={name}
            description={readOnly && t(`several.reason.${readOnly}`)}
            checked={ids[clientId] !== undefined}
            onChange={(event) => choose([clientId], event.currentTarget.checked)}
          />
        ))}
        {shown.length === 0 && <p>{t('several.none')}</p>}
      </div>
    </fieldset>
  )
}

type TagProps = { recipients: readonly MessageRecipient[]; onChoose: (tagged: MessageRecipient[]) => void }

/** A select that adds all clients with a tag. Renders nothing if no client has a tag. */
function TagSelect({ recipients, onChoose }: TagProps) {
  const { t } = useTranslation('message')
  const tags = new Map(recipients.flatMap((recipient) => recipient.tags.map(({ id, name }) => [id, name] as const)))
  if (tags.size === 0) return null
  const withTag = (tagId: ClientTagId) =>
    recipients.filter((recipient) => recipient.tags.some(({ id }) => id === tagId))
  return (
    <NativeSelect
      aria-label={t('several.byTag')}
      value=""
      data={[
        { value: '', label: t('several.byTag') },
        ...Array.from(tags, ([value, name]) => ({ value, label: `${name} (${withTag(value).length})` })),
      ]}
      onChange={(event) => onChoose(withTag(event.currentTarget.value))}
    />
  )
}
