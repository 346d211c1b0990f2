import 'altcha/external'
import workerUrl from 'altcha/workers/pbkdf2?url'

// A file of this origin: the policy of the page allows no worker from a text, which the library's main bundle has.
$altcha.algorithms.set('PBKDF2/SHA-256', () => new Worker(workerUrl))
