-- One row per agent, hostile trait of one of its names, and its severity: minor if only the Bazaar gives the name, since
-- anybody can list any resource under any name.
with names as (
  select
    handle,
    name,
    source <> 'x402_bazaar' as is_own,
    -- Joiners between emoji and in scripts that need them are part of the writing.
    regexp_replace(trim(name), '[\p{So}\x{1F3FB}-\x{1F3FF}\x{FE0F}\p{Arabic}\p{Devanagari}\p{Bengali}\p{Malayalam}][\x{200C}\x{200D}]', '', 'g') as written
  from int_trust__folded_names
),
traits as (
  select handle, is_own, unnest([
    {trait: 'invisible characters, or characters that change the text direction', severity: 'major', is_met: regexp_matches(written, '[\p{Cc}\p{Cf}\p{Co}\x{034F}\x{115F}\x{1160}\x{17B4}\x{17B5}\x{2800}\x{3164}\x{FFA0}\x{E0000}-\x{E0FFF}]')},
    {trait: 'markup or a script address', severity: 'critical', is_met: regexp_matches(written, '(?i)<[a-z/!?]|javascript:|data:text|\]\(')},
    {trait: 'a spreadsheet formula', severity: 'critical', is_met: regexp_matches(written, '^[=\x{FF1D}]|^[+\-@\x{FF0B}\x{FF0D}\x{FF20}].*[(|!]')},
    {
      trait: 'instructions to a language model',
      severity: 'critical',
      is_met: regexp_matches(
        written,
        '(?i)\b(ignore|disregard|forget|override)\b.{0,40}\b(instructions?|prompts?|rules?|guidelines?)\b|\bsystem prompt\b|\byou (are now|must|should)\b|\brank (this|me)\b'
      )
    },
    -- Turn separators of model templates: ChatML and its kin, Llama, Mistral, Alpaca.
    {
      trait: 'a control token of a language model',
      severity: 'critical',
      is_met: regexp_matches(
        written,
        '(?i)[<\x{FF1C}\x{FE64}]\s*[|\x{FF5C}]|<<\s*/?sys|\[\s*/?\s*(inst|sys|system|system_prompt|available_tools|tool_calls|tool_results)\s*\]|\b(im_start|im_end|im_sep|endoftext|eot_id|begin_of_text|start_header_id|start_of_turn|end_of_turn)\b|(^|\s)#{2,}\s*(system|instructions?|human|user|assistant|response)\b'
      )
    },
    {
      trait: 'the name of a speaker in a conversation, as a language model reads it',
      severity: 'major',
      is_met: regexp_matches(written, '(?i)(^|[\r\n.!?;|]\s*)(system|human|user|assistant)\s*[:\x{FF1A}]')
    },
    {
      trait: 'a database or file-system command',
      severity: 'critical',
      is_met: regexp_matches(written, '(?i)\b(drop|truncate|alter)\s+(table|database)\b|\b(union\s+select|insert\s+into|delete\s+from)\b|\.\./\.\.')
    },
    {trait: 'a word that mixes look-alike letters of different scripts', severity: 'major', is_met: regexp_matches(written, '(?i)[a-z][\p{Cyrillic}\p{Greek}]|[\p{Cyrillic}\p{Greek}][a-z]')},
    {trait: 'more than 120 characters', severity: 'minor', is_met: length(name) > 120}
  ], recursive := true)
  from names
)
select handle, trait, if(bool_or(is_own), severity, 'minor') as severity
from traits
where is_met
group by handle, trait, severity
