/**
 * The backend client for the start of a session, loaded after the page. Screens import the client itself, and Vite warns
 * of a module that is imported both at once and late.
 */
export { createBackendClient } from '../../clients/backend.ts'
