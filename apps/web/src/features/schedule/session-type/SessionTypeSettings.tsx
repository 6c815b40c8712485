import type { SessionType } from '@attune/contract/features/schedule/session-type/session-type'
import { Skeleton } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { ArchivableList } from '../../../ui/list/ArchivableList.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { ArchivedSessionTypeRow, SessionTypeRow } from './SessionTypeRow.tsx'
import { useSessionTypes, useSortSessionTypes } from './use-session-types.ts'

const SessionTypeDialog = lazyNamed(() => import('./SessionTypeDialog.tsx'), 'SessionTypeDialog')

/** Lets the therapist add, edit, sort and archive session types. A toast offers to undo the archiving. */
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
  return (
    <ArchivableList
      items={types}
      texts={{
        title: t('title'),
        hint: t('hint'),
        add: t('add'),
        noneTitle: t('noneTitle'),
        noneText: t('noneText'),
        archivedTitle: t('archivedTitle'),
        archivedHint: t('archivedHint'),
      }}
      icon={IconCalendarPlus}
      rows={(offered, onEdit) => <SortableRows types={offered} onEdit={onEdit} />}
      archivedRow={(type) => <ArchivedSessionTypeRow key={type.id} type={type} />}
      dialog={(type, onClose) => <SessionTypeDialog type={type} types={types} onClose={onClose} />}
    />
  )
}

function SortableRows({ types, onEdit }: { types: SessionType[]; onEdit: (type: SessionType) => void }) {
  const sort = useSortSessionTypes()
  const ids = types.map(({ id }) => id)
  const moveTo = (from: number, to: number) => {
    const moved = ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] ?? '')
    sort.mutate(moved)
  }
  return types.map((type, index) => (
    <SessionTypeRow
      key={type.id}
      type={type}
      onEdit={() => onEdit(type)}
      onUp={index > 0 ? () => moveTo(index, index - 1) : null}
      onDown={index < types.length - 1 ? () => moveTo(index, index + 1) : null}
    />
  ))
}
