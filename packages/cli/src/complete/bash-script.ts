/**
 * The script for bash. That of the library cannot be loaded twice, needs the package bash-completion, and runs a `$(command)` in what is
 * typed.
 */
export const bashScript = `# bash completion for bowline
__bowline_complete() {
    local cur prev words cword out line
    if declare -F _get_comp_words_by_ref > /dev/null; then
        _get_comp_words_by_ref -n "=:" cur prev words cword
    else
        words=("\${COMP_WORDS[@]}")
        cword=$COMP_CWORD
        cur=\${words[cword]}
    fi
    COMPREPLY=()
    out=$(bowline complete -- "\${words[@]:1:cword}" 2> /dev/null) || return 0
    # Each line is a text and its description. The last one, such as :4, is for other shells.
    while IFS=$'\\t' read -r line _; do
        if [[ -n $line && $line != :* && $line == "$cur"* ]]; then
            COMPREPLY+=("$line")
        fi
    done <<< "$out"
}
complete -F __bowline_complete bowline
`;
