import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './ClientTag.module.css'
import { ManageClientTagsButton } from './ManageClientTagsButton.tsx'
import { useClientTags } from './use-client-tags.ts'

/** Filters the client list by one tag. Renders nothing when the therapist has no tags. */
export function ClientTagFilter({ tag, onTag }: { tag: string | undefined; onTag: (tag: string | undefined) => void }) {
  const { t } = useTranslation('clientTag')
  const tags = useClientTags().data?.items ?? []
  if (tags.length === 0) return null
  const options = tags.map(({ id, name, clientCount }) => ({
    value: id,
    label: t('option', { tag: name, count: clientCount }),
  }))
  return (
    <div className={classes.filter}>
      <NativeSelect
        className={classes.select}
        aria-label={t('filter')}
        value={tag ?? ''}
        onChange={(event) => onTag(event.currentTarget.value || undefined)}
        data={[{ value: '', label: t('all') }, ...options]}
      />
      <ManageClientTagsButton iconOnly />
    </div>
  )
}
