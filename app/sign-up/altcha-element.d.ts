// Types of the element; the module of that name cannot be loaded outside a bundle.
import 'altcha/types/react'
