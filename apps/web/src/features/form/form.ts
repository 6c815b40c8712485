/** Public module of the feature `form`: what is sent to a client, shown on the client's profile. */
export { ClientForms } from './sent/ClientForms.tsx'
