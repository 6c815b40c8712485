import type { SessionType } from '@attune/contract/features/session-type'
import { Button, Skeleton } from '@mantine/core'
import { IconCalendarPlus, IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { AddButton } from '../../ui/AddButton.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { Query } from '../../ui/page/Query.tsx'
import { Section } from '../../ui/page/Section.tsx'
import classes from './session-type.module.css'
import { ArchivedSessionTypes, SessionTypeRow } from './SessionTypeRow.tsx'
import { useSessionTypes, useSortSessionTypes } from './use-session-types.ts'

const SessionTypeDialog = lazyNamed(() => import('./SessionTypeDialog.tsx'), 'SessionTypeDialog')

/** The therapist's session types: add, edit, sort, and archive with undo. */
export function SessionTypeSettings() {
  const { t } = useTranslation('sessionType')
  const read = useSessionTypes()
  return (
    <Query of={read} pending={<Skeleton height={200} radius={14} />} failed={t('loadFailed')} again={t('again')} card>
      {({ items }) => <SessionTypeSections types={items} />}
    </Query>
  )
}

function SessionTypeSections({ types }: { types: SessionType[] }) {
  const { t } = useTranslation('sessionType')
  const [edited, setEdited] = useState<SessionType | 'new' | null>(null)
  const [offered, archived] = [types.filter((one) => !one.isArchived), types.filter((one) => one.isArchived)]
  const add = () => setEdited('new')
  return (
    <div className={classes.sections}>
      <Section
        title={t('title')}
        hint={t('hint')}
        action={offered.length > 0 && <AddButton onClick={add}>{t('add')}</AddButton>}
        rows={offered.length > 0}
      >
        {offered.length > 0 ? (
          <SessionTypeList types={offered} onEdit={setEdited} />
        ) : (
          <EmptyState icon={IconCalendarPlus} level="h3" title={t('noneTitle')} text={t('noneText')}>
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
              {t('add')}
            </Button>
          </EmptyState>
        )}
      </Section>
      {archived.length > 0 && <ArchivedSessionTypes types={archived} />}
      {edited && (
        <Suspense>
          <SessionTypeDialog type={edited === 'new' ? null : edited} types={types} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </div>
  )
}

function SessionTypeList({ types, onEdit }: { types: SessionType[]; onEdit: (type: SessionType) => void }) {
  const sort = useSortSessionTypes()
  const ids = types.map(({ id }) => id)
  const moveTo = (from: number, to: number) => {
    const moved = ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] ?? '')
    sort.mutate(moved)
  }
  return (
    <ul className={classes.list}>
      {types.map((type, index) => (
        <SessionTypeRow
          key={type.id}
          type={type}
          onEdit={() => onEdit(type)}
          onUp={index > 0 ? () => moveTo(index, index - 1) : null}
          onDown={index < types.length - 1 ? () => moveTo(index, index + 1) : null}
        />
      ))}
    </ul>
  )
}
