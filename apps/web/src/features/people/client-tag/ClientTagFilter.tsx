import { NativeSelect } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import classes from './ClientTag.module.css'
import { ManageClientTagsButton } from './ManageClientTagsButton.tsx'
import { manyTags, useClientTags } from './use-client-tags.ts'

const ClientTagCombobox = lazyInBoundary(() => import('./ClientTagCombobox.tsx'), 'ClientTagCombobox')

type Props = { tag: string | undefined; onTag: (tag: string | undefined) => void }

/**
 * Filters the client list by one tag. With many tags, the select is searchable. Renders nothing when the therapist has
 * no tags.
 */
export function ClientTagFilter({ tag, onTag }: Props) {
  const { t } = useTranslation('clientTag')
  const tags = useClientTags().data?.items ?? []
  if (tags.length === 0) return null
  const options = [
    { value: '', label: t('all') },
    ...tags.map(({ id, name, clientCount }) => ({ value: id, label: t('option', { tag: name, count: clientCount }) })),
  ]
  const native = (
    <NativeSelect
      className={classes.select}
      aria-label={t('filter')}
      value={tag ?? ''}
      onChange={(event) => onTag(event.currentTarget.value || undefined)}
      data={options}
    />
  )
  return (
    <div className={classes.filter}>
      {tags.length < manyTags ? (
        native
      ) : (
        <Suspense fallback={native}>
          <ClientTagCombobox options={options} value={tag ?? ''} onChange={(next) => onTag(next || undefined)} />
        </Suspense>
      )}
      <ManageClientTagsButton iconOnly />
    </div>
  )
}
