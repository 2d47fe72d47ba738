import { A2A } from '../../../core/interface/service.ts'
import type { Kit } from './kit.ts'

const SMALL_TASKS = 'wants a task that goes on by itself; here each answer is complete at once'
const NO_FILES = 'wants an artifact with a file; the answers are data and text'
const OWN_WORDS = "wants the words of the kit's own agent in an artifact"
const ARTIFACTS = 'compatibility/core_operations/test_artifacts.py::'
const CARD_SECURITY = 'mandatory/security/test_agent_card_security.py::'

/** The kit of A2A 0.3: tag 0.3.0.beta4. */
export const KIT_0_3: Kit = {
  name: 'a2a-tck 0.3.0.beta4',
  args: (baseUrl) => [
    ...['tests/mandatory', 'tests/optional', '--test-scope=all'],
    `--sut-url=${baseUrl}${A2A.path}`,
  ],
  expected: {
    'mandatory/quality/test_error_validation_enhanced.py::test_invalid_method_error_validation':
      'sends a whole request as the name of a method, which is -32600',
    [`${CARD_SECURITY}test_public_agent_card_access_control`]:
      'looks for the card at the address of the interface, which takes POST alone',
    [`${CARD_SECURITY}test_sensitive_information_protection`]:
      'takes the loopback address, the name of the header X-API-Key and the letters "test" for secrets',
    'mandatory/transport/test_multi_transport_equivalence.py::test_agent_card_access_equivalence':
      'asks for an extended card; there is none',
    'optional/features/test_invalid_business_logic.py::test_unsupported_part_kind':
      'sends a text part under another name, which is read as the text that it is',
    'optional/quality/test_task_state_quality.py::test_task_state_transitions': SMALL_TASKS,
  },
}

/** The kit of A2A 1.0: branch 1.0-dev of May 2026. */
export const KIT_1_0: Kit = {
  name: 'a2a-tck 1.0-dev',
  args: (baseUrl) => ['tests/compatibility', '--transport=jsonrpc', `--sut-host=${baseUrl}`],
  expected: {
    'compatibility/agent_card/test_agent_card.py::TestAgentCardStructure::test_agent_card_validates_against_schema':
      'its schema takes no other fields; one card for both versions has those of 0.3 too',
    'compatibility/agent_card/test_agent_card_caching.py::TestAgentCardLastModified::test_last_modified_present':
      'optional: cards have an ETag',
    [`${ARTIFACTS}TestTextArtifact::test_task_has_text_artifact[jsonrpc]`]: OWN_WORDS,
    [`${ARTIFACTS}TestDataArtifact::test_task_has_data_artifact[jsonrpc]`]: OWN_WORDS,
    [`${ARTIFACTS}TestFileArtifact::test_task_has_file_artifact[jsonrpc]`]: NO_FILES,
    [`${ARTIFACTS}TestFileUrlArtifact::test_task_has_file_url_artifact[jsonrpc]`]: NO_FILES,
    [`${ARTIFACTS}TestMessageResponse::test_returns_message_with_text_part[jsonrpc]`]:
      'wants a bare message; every answer here is a task',
    'compatibility/core_operations/test_requirements.py::test_must_requirement[CORE-SEND-003-jsonrpc]':
      'wants the request to succeed whose error it requires: it is refused with -32005',
    'compatibility/jsonrpc/test_error_codes.py::TestJsonRpcErrorCodeMappings::test_content_type_not_supported_error':
      'sends no JSON, which is -32700; the media type of a body is not looked at',
  },
}
