import type {
  BackupPlace,
  BackupState,
  ChosenDestination,
} from '@attune/contract/features/practice/administration/administration.backups'
import { backupLimits } from '@attune/contract/features/practice/administration/administration.backups.rules'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../../platform/lazy-named.ts'
import { Section } from '../../../../../ui/page/Section.tsx'
import classes from '../backups.module.css'
import { BackupDestinationRow } from './BackupDestinationRow.tsx'

const AddDestinationDialog = lazyNamed(() => import('./AddDestinationDialog.tsx'), 'AddDestinationDialog')
const BackupKeyDialog = lazyNamed(() => import('../key/BackupKeyDialog.tsx'), 'BackupKeyDialog')

type Props = { state: BackupState; places: readonly BackupPlace[] | undefined }

/** Lists the destinations of backups. Before the first destination, asks the admin to print the key, without which no backup leaves the server. */
export function BackupDestinations({ state, places }: Props) {
  const { t } = useTranslation('backupSetup')
  const [adding, setAdding] = useState(false)
  const hasKey = state.key.printed !== null
  const close = () => setAdding(false)
  return (
    <Section
      title={t('destination.title')}
      hint={t('destination.hint')}
      rows
      action={
        state.destinations.length < backupLimits.destinations && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('destination.add')}
          </Button>
        )
      }
    >
      {state.destinations.length === 0 && (
        <div className={classes.setup}>
          <div className={classes.setupTexts}>
            <p>{t('destination.none')}</p>
            {!hasKey && <p>{t('destination.keyFirst')}</p>}
          </div>
        </div>
      )}
      {state.destinations.map((destination) => (
        <BackupDestinationRow key={destination.name} destination={destination} place={placeOf(destination, places)} />
      ))}
      {adding && !hasKey && <BackupKeyDialog note={t('destination.keyFirst')} onClose={close} onConfirmed={() => {}} />}
      {adding && hasKey && <AddDestinationDialog state={state} onClose={close} />}
    </Section>
  )
}

const placeOf = ({ name }: ChosenDestination, places: Props['places']) => places?.find((place) => place.name === name)
