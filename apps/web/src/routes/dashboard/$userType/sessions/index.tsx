import { createFileRoute } from '@tanstack/react-router'
import { BookButton } from '../../../../features/schedule/availability/availability.ts'
import { parseSessionSearch } from '../../../../features/schedule/session/list/session-search.ts'
import { SessionsPage } from '../../../../features/schedule/session/list/SessionsPage.tsx'
import { WaitingListLink } from '../../../../features/schedule/waiting-list/waiting-list.ts'

export const Route = createFileRoute('/dashboard/$userType/sessions/')({
  validateSearch: parseSessionSearch,
  component: () => (
    <SessionsPage
      bookButton={
        <>
          <WaitingListLink />
          <BookButton />
        </>
      }
    />
  ),
})
