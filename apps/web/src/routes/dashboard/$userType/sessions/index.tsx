import { createFileRoute } from '@tanstack/react-router'
import { BookButton } from '../../../../features/availability/availability.ts'
import { parseSessionSearch } from '../../../../features/session/list/session-search.ts'
import { SessionsPage } from '../../../../features/session/list/SessionsPage.tsx'
import { WaitingListLink } from '../../../../features/waiting-list/waiting-list.ts'

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
